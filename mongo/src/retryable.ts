import {
  MongoError,
  MongoNetworkError,
  MongoOperationTimeoutError,
  MongoServerSelectionError,
} from 'mongodb';

/**
 * The set is between two primaries, a member shuts down, or it did not answer or replicate in time. From the
 * retryable writes specification (https://github.com/mongodb/specifications), and the last four, which are safe to
 * retry for us since our writes are recognised by their `_id`.
 */
const CODES = new Set<unknown>([
  6, // HostUnreachable
  7, // HostNotFound
  89, // NetworkTimeout
  91, // ShutdownInProgress
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  262, // ExceededTimeLimit
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout
  112, // WriteConflict
  11601, // Interrupted: by killOp
]);

/**
 * What giving up a try by `AbortSignal.timeout` ends in, by where it was: the signal's own reason, or, waiting for a
 * connection to a member that hangs, an error that the driver does not export.
 */
const TIMEOUTS = new Set(['TimeoutError', 'MongoWaitQueueTimeoutError']);

/** Whether a try ended because `AbortSignal.timeout` gave it up. */
export function isTimeout(error: unknown): boolean {
  return error instanceof MongoOperationTimeoutError || (error instanceof Error && TIMEOUTS.has(error.name));
}

/** Whether an operation that is safe to repeat should be tried again after this error: it may pass by itself. */
export function isRetryable(error: unknown): boolean {
  if (isTimeout(error)) return true;
  if (!(error instanceof MongoError)) return false;
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error.hasErrorLabel('RetryableWriteError') ||
    CODES.has(error.code)
  );
}
