import { Registry } from 'prom-client';

/** Where metrics are registered, by what they are of all workers of a machine together. */
export interface Registers {
  /** Those that are one number for all: sums, mostly. */
  readonly all: Registry;
  /** Those that only say something of each worker: they stand under the label `worker` where there are several. */
  readonly each: Registry;
}

/** @param worker its number; undefined: there is one process, and no label */
export function createRegisters(worker: number | undefined): Registers {
  return { all: new Registry(), each: labelled(new Registry(), worker) };
}

/** Puts the label on all that is in a registry. */
export function labelled(registry: Registry, worker: number | undefined): Registry {
  if (worker !== undefined) registry.setDefaultLabels({ worker: String(worker) });
  return registry;
}
