import { Type } from 'typebox';
import * as examples from './examples.ts';
import { Limits } from './limits.ts';
import { TICKER_PATTERN } from './tick.ts';

// A tick's shape, and what else is in it: of messages and of alerts alike.

export const Id = Type.String({ minLength: 1, maxLength: Limits.idLength, description: 'Id of a tick' });
export const Millis = Type.Integer({ description: 'Milliseconds since 1970' });
export const TickerName = Type.String({ pattern: `^${TICKER_PATTERN}$`, description: "A ticker's name" });

export const TickSchema = Type.Object(
  {
    id: Id,
    time: Millis,
    ticker: TickerName,
    price: Type.Number({ description: 'A finite number' }),
  },
  { description: 'One price of one ticker', examples: examples.tick },
);
