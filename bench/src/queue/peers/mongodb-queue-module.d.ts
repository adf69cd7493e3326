/** As much as we use of it; it has no types of its own. */
declare module 'mongodb-queue' {
  type Callback<Result> = (error: Error | null, result?: Result) => void;
  export interface Message {
    readonly ack: string;
    readonly payload: { readonly number: number };
  }
  interface Queue {
    createIndexes(callback: Callback<string>): void;
    add(payload: unknown, callback: Callback<string>): void;
    get(callback: Callback<Message>): void;
    ack(ack: string, callback: Callback<string>): void;
    clean(callback: Callback<unknown>): void;
    size(callback: Callback<number>): void;
    inFlight(callback: Callback<number>): void;
    done(callback: Callback<number>): void;
  }
  export default function mongodbQueue(db: unknown, name: string): Queue;
}
