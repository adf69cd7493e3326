// Causes that several scenarios share, as whole sentences for the reader. Each was found by a profile or a trace, and is
// said only where we are behind.

/** Why somebody who keeps a tick by less is sooner. */
export const KEPT = 'Ours is shown once a majority of three members keeps it.';

/** Why a listener straight at the primary or at a cursor of its own is sooner at high rates. */
export const COLLECTED =
  'Between it and its listeners stands a server, which collects ticks for up to 10 ms (`FLUSH_MS`) so that a burst is one frame.';

/** Why ours takes its time between a majority's acknowledgement and the server. */
export const WAITED_OUT =
  'A majority `getMore` on a secondary is woken by the insert while that is not committed yet, finds nothing, and waits its time out ' +
  '(`TAIL_AWAIT_MS`, 20 ms). Below 150 ticks/s a change stream, which the commit wakes, has it asked at once; that is one question more. ' +
  'Then the server collects ticks for up to 10 ms (`FLUSH_MS`).';

/** Why every write costs ours more than a database of one server. */
export const THREE_MEMBERS =
  'Each write of ours is done three times, by three members, which here share the same two cores.';

/** Why a job of ours is dearer to enqueue than a plain insert. */
export const UPSERT =
  'Each job of ours is an upsert, which has the server’s time and says whether its key was there; theirs is a plain insert.';
