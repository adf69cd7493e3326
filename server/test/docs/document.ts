import type { asyncApi } from '@ticker/protocol/asyncapi';
import { Ajv } from 'ajv';

export type AsyncApi = ReturnType<typeof asyncApi>;

/** The AsyncAPI document of a running server, as any program gets it. */
export async function fetchAsyncApi(url: string): Promise<AsyncApi> {
  return (await (await fetch(`${url}/docs/asyncapi.json`)).json()) as AsyncApi;
}

/** Holds what was received against what the document says of it. */
export class Judge {
  /** Names of the messages that came. */
  readonly seen = new Set<string>();
  /** What was not as described. */
  readonly violations: string[] = [];
  readonly #validators: ReadonlyMap<string, ReturnType<Ajv['compile']>>;

  constructor({ messages }: AsyncApi['channels']['socket' | 'stream']) {
    const ajv = new Ajv();
    this.#validators = new Map(
      Object.entries(messages).map(([name, { payload }]) => [name, ajv.compile(payload)]),
    );
  }

  judge(name: string, payload: unknown): void {
    this.seen.add(name);
    const validate = this.#validators.get(name);
    const found = validate
      ? !validate(payload) &&
        validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
      : ['not in the document'];
    if (found) this.violations.push(`${name}: ${found.join(', ')}: ${JSON.stringify(payload).slice(0, 200)}`);
  }
}
