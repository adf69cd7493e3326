import type { AlertRuleChange } from '@ticker/protocol';
import { type Document, ObjectId } from 'mongodb';
import { retrying } from '../queue/retrying.ts';
import { type Collections, MAJORITY } from './collections.ts';
import { webhookSecret } from './webhook-secret.ts';

/**
 * Changes a rule, by one command.
 *
 * `armed` arms it anew whatever it was, and so does another condition, unless it is paused. A firing that is under way
 * then comes too late: the generation is another one. Note, cool-down, repeat and webhook leave the state alone. When
 * an answer was lost it is asked for again, and made once: the rule may have fired in between.
 *
 * @param generation where the position holds for that generation alone: a rule that fired since stands further on, and is
 *   not changed
 * @returns it as it is now; null where there is none of that id and owner, nor of that generation
 */
export async function changeRule(
  { db, rules }: Collections,
  _id: ObjectId,
  owner: string | null,
  change: AlertRuleChange,
  position: string | null,
  generation?: number,
): Promise<Document | null> {
  const call = new ObjectId();
  const changed = { ...fields(change), ...arming(change, position), changedAt: '$$NOW', lastChange: call };
  const made = { $eq: ['$lastChange', call] };
  const command = {
    findAndModify: rules.collectionName,
    query: { _id, owner, ...(generation !== undefined && { $or: [{ generation }, { lastChange: call }] }) },
    update: [{ $replaceWith: { $cond: [made, '$$ROOT', { $mergeObjects: ['$$ROOT', changed] }] } }],
    new: true,
    writeConcern: MAJORITY,
  };
  return retrying(async (signal) => (await db.command(command, { signal }))['value'] as Document | null);
}

/** Texts may begin with "$": all that a person wrote is taken to the letter. */
function fields({ condition, repeat, coolDownMs, note, webhook }: AlertRuleChange): Document {
  return {
    ...(condition && { condition: { $literal: condition } }),
    ...(repeat && { repeat }),
    ...(coolDownMs !== undefined && { coolDownMs }),
    ...(note !== undefined && { note: { $literal: note } }),
    ...(webhook === null && { webhook: null }),
    ...(webhook && {
      webhook: {
        url: { $literal: webhook.url },
        // A receiver whose address changes keeps its secret.
        secret: webhook.secret
          ? { $literal: webhook.secret }
          : { $ifNull: ['$webhook.secret', { $literal: webhookSecret() }] },
      },
    }),
  };
}

function arming({ state, condition }: AlertRuleChange, position: string | null): Document {
  if (state === 'paused') return { state, coolUntil: null };
  if (state === undefined && !condition) return {};
  const arms = state === 'armed' ? true : { $ne: ['$state', 'paused'] };
  const where = (then: unknown, otherwise: string): Document => ({ $cond: [arms, then, otherwise] });
  return {
    state: where('armed', '$state'),
    generation: where({ $add: ['$generation', 1] }, '$generation'),
    position: where({ $literal: position }, '$position'),
    coolUntil: where(null, '$coolUntil'),
  };
}
