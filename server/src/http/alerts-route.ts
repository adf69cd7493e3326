import { type Rule, type Rules, TooManyRules } from '@ticker/mongo';
import type { AlertRule as WireRule, AlertRuleChange as Change } from '@ticker/protocol';
import { AlertRule, AlertRuleChange, NewAlertRule } from '@ticker/protocol/alert-schemas';
import { Type } from 'typebox';
import { mayRead } from '../alerts/may-read.ts';
import type { RuleLists } from '../alerts/rule-lists.ts';
import type { Standpoint } from '../alerts/standpoint.ts';
import { AddressRefused, type WebhookAddresses } from '../alerts/webhook-address.ts';
import { wireRule } from '../alerts/wire-rule.ts';
import { type Grant, grantedTickers } from '../auth/grant.ts';
import { Refusal } from '../refusal.ts';
import type { Api } from './api.ts';
import { asking } from './asking.ts';
import { bodyCompiler } from './body.ts';
import { errors } from './error-schema.ts';
import { type Desk, open } from './open.ts';
import { BadRequest, parseTicker, queryCompiler, TickerParameter } from './query.ts';

/** What the routes need of the process' alerts. */
export interface AlertsDesk extends Desk {
  readonly rules: Pick<Rules, 'create' | 'get' | 'change' | 'remove' | 'deliveries' | 'redrive'>;
  readonly lists: Pick<RuleLists, 'newest' | 'drop'>;
  readonly after: Standpoint['after'];
  /** Rules that an owner may have. */
  readonly max: number;
  readonly addresses: Pick<WebhookAddresses, 'parse'>;
}

const Query = Type.Object({ ticker: Type.Optional(TickerParameter) }, { additionalProperties: false });

const Params = Type.Object({ id: Type.String({ description: 'Of the rule' }) });

const List = Type.Object(
  { rules: Type.Array(AlertRule, { description: 'Newest first' }) },
  { description: 'The rules' },
);

/** A rule fires once a second at most: a second reading finds it as it was. */
const CHANGE_TRIES = 5;

const common = [401, 403, 404, 429, 503] as const;
const tags = ['alerts'];

/**
 * `/api/alerts`: the alert rules of whoever asks. A rule of another is not there.
 *
 * @param alerts undefined: there are none on this server (`ALERTS`)
 */
export function alertsRoute(app: Api, alerts: AlertsDesk | undefined): void {
  app.post(
    '/api/alerts',
    {
      schema: {
        summary: 'Set an alert',
        description:
          'The rule watches from now on: the first tick after this that meets its condition fires it, once, however many servers there are. What it fires is told on a WebSocket that watches (see /docs/asyncapi.json), and sent to the webhook, signed (standardwebhooks.com) with the secret that only this answer tells.',
        tags,
        body: NewAlertRule,
        response: { 201: AlertRule, ...errors(400, 409, 413, 415, ...common) },
      },
      validatorCompiler: bodyCompiler,
    },
    async ({ body, grant }, reply) => {
      const desk = await open(alerts);
      grantedTickers([body.ticker], grant);
      checkWebhook(desk, body.webhook?.url);
      const options = { owner: grant.subject, position: await arming(desk, null), max: desk.max };
      const rule = await changing(desk, grant, () => desk.rules.create(body, options)).catch(tooMany);
      return reply.code(201).send(wireRule(rule, undefined, true));
    },
  );

  app.get(
    '/api/alerts',
    {
      schema: {
        summary: 'Your alert rules',
        tags,
        querystring: Query,
        response: { 200: List, ...errors(400, ...common) },
      },
      validatorCompiler: queryCompiler,
    },
    async ({ query, grant }) => {
      const desk = await open(alerts);
      const ticker = query.ticker === undefined ? undefined : parseTicker(query.ticker);
      if (ticker !== undefined) grantedTickers([ticker], grant);
      const all = await asking(() => desk.lists.newest(grant.subject, ticker));
      const own = all.filter(({ rule }) => mayRead(rule, grant));
      return { rules: own.map(({ rule, delivery }) => wireRule(rule, delivery)) };
    },
  );

  app.get(
    '/api/alerts/:id',
    {
      schema: {
        summary: 'An alert rule',
        tags,
        params: Params,
        response: { 200: AlertRule, ...errors(...common) },
      },
    },
    async ({ params, grant }) => {
      const desk = await open(alerts);
      return wireOne(desk, await find(desk, params.id, grant));
    },
  );

  app.patch(
    '/api/alerts/:id',
    {
      schema: {
        summary: 'Change an alert rule, or arm it again',
        description:
          'What is not given stays. Another condition arms the rule again, as `state: "armed"` does: it watches from now on.',
        tags,
        params: Params,
        body: AlertRuleChange,
        response: { 200: AlertRule, ...errors(400, 413, 415, ...common) },
      },
      validatorCompiler: bodyCompiler,
    },
    async ({ params, body, grant }) => {
      const desk = await open(alerts);
      checkWebhook(desk, body.webhook?.url);
      for (let tries = 0; tries < CHANGE_TRIES; tries++) {
        const before = await find(desk, params.id, grant);
        const rearms = arms(body);
        const position = rearms ? await arming(desk, before.position) : null;
        const generation = rearms ? before.generation : undefined;
        const change = () => desk.rules.change(params.id, grant.subject, body, position, generation);
        const rule = await changing(desk, grant, change);
        // It has fired since, or is gone.
        if (!rule) continue;
        // The one that was there stays as it is, and as unknown.
        const isNew = !!body.webhook && (body.webhook.secret !== undefined || before.webhook === null);
        return wireOne(desk, rule, isNew);
      }
      throw new Refusal(503, 'unavailable', 'the rule fires all the time: try again in a moment');
    },
  );

  app.delete(
    '/api/alerts/:id',
    {
      schema: {
        summary: 'Remove an alert rule',
        description:
          'What it has fired already is still delivered, but to no webhook; what could not be delivered is gone with it.',
        tags,
        params: Params,
        response: { 204: Type.Null({ description: 'It is gone' }), ...errors(...common) },
      },
    },
    async ({ params, grant }, reply) => {
      const desk = await open(alerts);
      const remove = () => desk.rules.remove(params.id, grant.subject);
      if (!(await changing(desk, grant, remove))) throw none();
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/alerts/:id/retry',
    {
      schema: {
        summary: 'Deliver again what could not be delivered',
        description:
          'Has the dead deliveries of the rule begin anew, the newest hundred at most, with the same ids.',
        tags,
        params: Params,
        response: { 200: AlertRule, ...errors(409, ...common) },
      },
    },
    async ({ params, grant }) => {
      const desk = await open(alerts);
      const rule = await find(desk, params.id, grant);
      const { redriven } = await changing(desk, grant, () => desk.rules.redrive(rule.id));
      if (redriven === 0) throw new Refusal(409, 'conflict', 'no delivery of this rule is dead');
      return wireOne(desk, rule);
    },
  );
}

/** @throws BadRequest */
function checkWebhook({ addresses }: AlertsDesk, url: string | undefined): void {
  if (url === undefined) return;
  try {
    addresses.parse(url);
  } catch (error) {
    if (error instanceof AddressRefused) throw new BadRequest(`webhook.url: ${error.message}`);
    throw error;
  }
}

/** Does something to an owner's rules: what was read of them before is old then, even where it fails. */
async function changing<Result>(
  { lists }: AlertsDesk,
  { subject }: Grant,
  change: () => Promise<Result>,
): Promise<Result> {
  return asking(change).finally(() => lists.drop(subject));
}

function arms({ state, condition }: Change): boolean {
  return state === 'armed' || (condition !== undefined && state !== 'paused');
}

/** @returns where a rule that stood at `position` is armed. @throws Refusal where this process is behind */
async function arming({ after }: AlertsDesk, position: string | null): Promise<string | null> {
  const from = await asking(() => after(position));
  if (from === undefined)
    throw new Refusal(503, 'unavailable', 'the server is behind: try again in a moment');
  return from;
}

async function find({ rules }: AlertsDesk, id: string, grant: Grant): Promise<Rule> {
  const rule = found(await asking(() => rules.get(id, grant.subject)));
  grantedTickers([rule.ticker], grant);
  return rule;
}

function found(rule: Rule | undefined): Rule {
  if (!rule) throw none();
  return rule;
}

function none(): Refusal {
  return new Refusal(404, 'not_found', 'you have no alert rule of this id');
}

function tooMany(error: unknown): never {
  if (error instanceof TooManyRules) throw new Refusal(409, 'too_many', error.message);
  throw error;
}

async function wireOne({ rules }: AlertsDesk, rule: Rule, withSecret = false): Promise<WireRule> {
  const deliveries = await asking(() => rules.deliveries([rule]));
  return wireRule(rule, deliveries.get(rule.id), withSecret);
}
