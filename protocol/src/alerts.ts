import type { Static } from 'typebox';
import type * as schemas from './alert-schemas.ts';

// Types only, as in messages.ts.

export type Condition = Static<typeof schemas.Condition>;
export type MoveWindow = Static<typeof schemas.MoveWindow>;
export type Repeat = Static<typeof schemas.Repeat>;
export type AlertState = Static<typeof schemas.AlertState>;
export type Delivery = Static<typeof schemas.Delivery>;
export type NewAlertRule = Static<typeof schemas.NewAlertRule>;
export type AlertRuleChange = Static<typeof schemas.AlertRuleChange>;
export type AlertRule = Static<typeof schemas.AlertRule>;
export type Alert = Static<typeof schemas.Alert>;
export type QueueReport = Static<typeof schemas.QueueReport>;
