/** The owner has as many rules as one may have. Nothing was made. */
export class TooManyRules extends Error {
  override readonly name = 'TooManyRules';
  readonly max: number;

  constructor(max: number) {
    super(`there are ${max} alert rules already, as many as may be: remove one`);
    this.max = max;
  }
}

/** The collections of the alerts are missing and can't be made, or can't be used. The message says what to do. */
export class AlertsUnavailable extends Error {
  override readonly name = 'AlertsUnavailable';
}
