import type { Config } from '../config.ts';
import type { Hub } from '../hub/hub.ts';
import type { Log } from '../log.ts';
import type { Upstream } from '../upstream.ts';
import { Alerts } from './alerts.ts';
import { WebhookAddresses } from './webhook-address.ts';
import { WebhookSender } from './webhook.ts';

export interface AlertsParts {
  readonly upstream: Pick<Upstream, 'alerts' | 'exists' | 'isCurrent'>;
  readonly hub: Hub;
  /** The process, by a random id. */
  readonly process: string;
  /** Of the server. */
  readonly version: string;
  readonly log: Log;
}

/** The alerts that the settings ask for; undefined where they are off. */
export function createAlerts(
  config: Pick<Config, 'WEBHOOK_NETWORKS' | 'ALERT_RULES_MAX'>,
  { upstream, hub, process, version, log }: AlertsParts,
): Alerts | undefined {
  const { alerts: database, exists } = upstream;
  if (!database) return undefined;
  const addresses = new WebhookAddresses(config.WEBHOOK_NETWORKS);
  return new Alerts({
    database,
    hub,
    exists,
    isCurrent: () => upstream.isCurrent(),
    addresses,
    sender: new WebhookSender({ addresses, version }),
    worker: `server ${process.slice(0, 8)}`,
    max: config.ALERT_RULES_MAX,
    log,
    now: Date.now,
  });
}
