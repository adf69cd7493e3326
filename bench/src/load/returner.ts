import { type ServerMessage, type Subscribe, SUBPROTOCOL } from '@ticker/protocol';
import { WebSocket } from 'ws';
import { nowMicros } from '../measure/clock.ts';
import { TICKER } from '../measure/tick-stamp.ts';
import type { FrameCache } from './frame-cache.ts';
import { LastIds } from './last-ids.ts';
import type { Stretch } from './stretch.ts';
import { Tally } from './tally.ts';

/** A client that is not live after this will not be. */
const LIVE_MS = 30_000;
/** `{"type":"ticks"`: the place by which the frames that matter are told without parsing them. */
const TYPE = { from: 9, to: 14, ticks: 'ticks' };

/** How a return went. */
export interface Return {
  /** From the first packet of the connection to the first tick that was sent later than that: live again. */
  readonly ms: number;
  /** Of messages until then. */
  readonly bytes: number;
  readonly ticks: number;
  /** Whether the server went on where the client had been. */
  readonly resumed: boolean;
  readonly gaps: number;
}

/** A client that goes away and comes back, and resumes as the dashboard's feed does: with the last ids that it got. */
export class Returner {
  readonly #url: string;
  readonly #frames: FrameCache;
  #run = -1;
  readonly #held = new LastIds();
  #socket: WebSocket | undefined;
  /** What it has got of the run that is counted now. */
  tally = new Tally();

  /** @param frames shared by the clients of a process */
  constructor(url: string, frames: FrameCache) {
    this.#url = url;
    this.#frames = frames;
  }

  /** From now on ticks of this run are counted, and none of another. */
  expect(run: number): void {
    this.#run = run;
    this.tally = new Tally();
  }

  /** Without a word, as a laptop that is closed. */
  leave(): void {
    this.#socket?.removeAllListeners('close');
    this.#socket?.terminate();
  }

  /** Forgets what it had: it comes as somebody new. */
  forget(): void {
    this.#held.clear();
  }

  /** Comes, or comes back; resolves when it is live. @throws Error when it is refused, or its connection ends */
  come(): Promise<Return> {
    const since = this.#held.list;
    const request: Subscribe = {
      type: 'subscribe',
      id: 1,
      tickers: [TICKER],
      mode: 'all',
      ...(since.length > 0 && { since }),
    };
    const startMicros = nowMicros();
    const socket = new WebSocket(this.#url, SUBPROTOCOL, {
      perMessageDeflate: false,
      skipUTF8Validation: true,
    });
    this.#socket = socket;
    return new Promise((resolve, reject) => {
      let [bytes, ticks, gaps, resumed, live] = [0, 0, 0, false, false];
      const late = setTimeout(
        () => reject(new Error(`a client was not live in ${LIVE_MS / 1000} s`)),
        LIVE_MS,
      );
      socket.on('error', reject);
      socket.on('close', (code) => reject(new Error(`a client was closed with ${code}`)));
      socket.on('open', () => socket.send(JSON.stringify(request)));
      socket.on('message', (data: Buffer) => {
        bytes += data.length;
        if (data.toString('latin1', TYPE.from, TYPE.to) !== TYPE.ticks) {
          const message = JSON.parse(data.toString()) as ServerMessage;
          if (message.type === 'subscribed') resumed = message.resumed;
          else if (message.type === 'gap') gaps++;
          else if (message.type === 'error') reject(new Error(message.message));
          return;
        }
        const frame = this.#frames.read(data);
        ticks += frame.ids.length;
        this.#take(frame.ids, frame.stretches);
        if (live || frame.stretches.at(-1)!.sentMicros < startMicros) return;
        live = true;
        clearTimeout(late);
        resolve({ ms: (nowMicros() - startMicros) / 1000, bytes, ticks, resumed, gaps });
      });
    });
  }

  #take(ids: readonly string[], stretches: readonly Stretch[]): void {
    for (const stretch of stretches) if (stretch.run === this.#run) this.tally.add(stretch);
    this.#held.add(ids);
  }
}
