import { now } from '../feed/surroundings.ts';
import { Cell } from '../cell.ts';

/** A sound that comes later than this says nothing any more, ms. */
const LATE_MS = 1_000;

const KEY = 'ticker.alert-sound';

/** A short sound for an alert: off, until a person wants it; remembered by the browser. */
export class Sound {
  readonly on = new Cell(remembered());
  #context: AudioContext | undefined;

  /** Switches it; on with a sound, so that it can be heard what it will be like. */
  set(on: boolean): void {
    this.on.set(on);
    try {
      if (on) localStorage.setItem(KEY, 'on');
      else localStorage.removeItem(KEY);
    } catch {
      // A browser that keeps nothing: on for as long as the page is open.
    }
    this.play();
  }

  /** Makes the sound, where it is on and the browser lets the page: most want a click in it before. */
  play(): void {
    if (!this.on.get() || typeof AudioContext === 'undefined') return;
    this.#context ??= new AudioContext();
    const context = this.#context;
    const wantedAt = now();
    // A browser that waits for a click in the page resumes with that: far too late for this alert.
    void context.resume().then(() => {
      if (now() - wantedAt < LATE_MS) beep(context);
    });
  }
}

/** Two tones of a tenth of a second, made on the spot: a file would have to be loaded, and allowed by the page's policy. */
function beep(context: AudioContext): void {
  const start = context.currentTime;
  for (const [index, frequency] of [660, 880].entries()) {
    const tone = new OscillatorNode(context, { frequency });
    const loudness = new GainNode(context, { gain: 0 });
    const from = start + index * 0.12;
    // Not from full to nothing at once: that clicks.
    loudness.gain.setValueAtTime(0, from);
    loudness.gain.linearRampToValueAtTime(0.15, from + 0.01);
    loudness.gain.linearRampToValueAtTime(0, from + 0.11);
    tone.connect(loudness).connect(context.destination);
    tone.start(from);
    tone.stop(from + 0.12);
  }
}

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
}
