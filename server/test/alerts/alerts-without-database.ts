import { AlertLog } from '../../src/alerts/alert-log.ts';
import { CoolDowns } from '../../src/alerts/cool-downs.ts';
import { Evaluator } from '../../src/alerts/evaluator.ts';
import { Firing } from '../../src/alerts/firing.ts';
import { Mirror } from '../../src/alerts/mirror.ts';
import { RuleLists } from '../../src/alerts/rule-lists.ts';
import { WebhookAddresses } from '../../src/alerts/webhook-address.ts';
import { WebhookSender } from '../../src/alerts/webhook.ts';
import type { AppAlerts } from '../../src/app.ts';
import type { Hub } from '../../src/hub/hub.ts';

const silent = { info: () => {}, warn: () => {} };

/** Alerts that are well, as far as can be without their database: what asks it fails as the driver does. */
export function alertsWithoutDatabase(hub: Hub): AppAlerts {
  const away = async (): Promise<never> => {
    const error = new Error('no database at mongodb.internal:27017');
    error.name = 'MongoServerSelectionError';
    throw error;
  };
  const addresses = new WebhookAddresses([]);
  const evaluator = new Evaluator(hub.backlog, Date.now);
  const coolDowns = new CoolDowns({ rearm: away, after: async () => null, log: silent });
  return {
    state: 'ready',
    unavailable: undefined,
    log: new AlertLog(),
    rules: {
      create: away,
      list: away,
      get: away,
      change: away,
      remove: away,
      fire: away,
      rearm: away,
      webhookOf: away,
      deliveries: away,
      redrive: away,
    } as Partial<AppAlerts['rules']> as AppAlerts['rules'],
    after: async () => null,
    lists: new RuleLists({ list: away, deliveries: away }),
    max: 10,
    addresses,
    sender: new WebhookSender({ addresses, version: '0.0.0' }),
    evaluator,
    firing: new Firing(away, silent),
    coolDowns,
    mirror: new Mirror({ evaluator, coolDowns, arming: { arm: () => {} } }),
    work: { claimed: 0, completed: 0, failed: 0, dead: 0, lost: 0, released: 0 },
    badDocuments: 0,
    report: away,
  };
}
