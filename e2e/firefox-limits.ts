/** What a stock Firefox does not do by WebDriver BiDi as Playwright speaks it, and the journeys that cannot go without. */
const LIMITS: readonly { readonly lacks: string; readonly journeys: readonly RegExp[] }[] = [
  {
    lacks:
      'emulation of colour schemes and of reduced motion (emulation.setMediaFeaturesOverride): it is light, and moves',
    journeys: [
      /\bdark\b/,
      /^nothing moves or flashes for whoever does not want it$/,
      /^with reduced motion nothing flashes/,
      /^“System” follows the system/,
    ],
  },
  {
    lacks: "events of a page's WebSockets, which this journey counts",
    journeys: [
      /^a browser that goes offline says so within 3 s/,
      /^a publisher that stops makes the page stale while heartbeats go on$/,
      /^the server is asked only while the details are open$/,
      /^a hidden tab asks nothing, and asks at once when it is seen again$/,
    ],
  },
  {
    lacks: 'emulation of a lost network for sockets that are open already: they go on',
    journeys: [/^says so when a page was away for longer than that$/],
  },
  {
    lacks: "its own words in the console on the HTTP status that refused a page's handshake",
    journeys: [/^a page of another origin gets no socket/],
  },
  {
    lacks: 'no to what is not granted: it asks, and nobody answers',
    journeys: [/^a browser that does not allow notifications is told of in words/],
  },
  {
    lacks: 'sound on a machine without a device for it: the context never resumes',
    journeys: [/^a sound is made once it is wanted/],
  },
  {
    lacks: 'word of a download that has begun',
    journeys: [/^a picture of it can be saved/, /^a key saves a picture of the chart$/],
  },
  {
    lacks:
      'second try of a module that could not be loaded: it keeps the failure, and the page offers to be loaded anew',
    journeys: [/^where that can not be had it says so, and is asked for again$/],
  },
  {
    lacks:
      'load event, for which opening a page waits, before what its script imports, which this journey holds',
    journeys: [/^prices are shown before what draws the chart is there$/],
  },
  {
    lacks: 'word of a request that the page has ended',
    journeys: [
      /^a question that nobody waits for any more is ended$/,
      /^what is asked when the details are closed is broken off$/,
    ],
  },
  {
    lacks: "Chromium's own protocol, by which this journey touches the screen, measures, or listens",
    journeys: [
      /^a finger that rests on the chart has the tooltip over or under it/,
      /^a hidden tab gets \d+ ticks/,
      /^its functions are compiled beside its thread/,
      /^who listens has the rows of the table, too/,
      /^\d+ ticks at 1000 a second: each is handed on, in order, and the page keeps up$/,
    ],
  },
  {
    lacks: 'touch: a tap does nothing',
    journeys: [/^is a strip on a phone that scrolls in itself, by touch too$/],
  },
  {
    lacks: 'clicks that leave the page where it is: what is clicked is scrolled to the middle first',
    journeys: [/^asks, and says no, in a way that can be read on light, on a phone too$/],
  },
  {
    lacks: 'way back to a page without an address',
    journeys: [/^“back” leaves the page, however much was changed/],
  },
  {
    lacks:
      'true count of the bytes of a page that has not changed: it counts those of the first visit again, though a 304 came',
    journeys: [/^a first visit gets every asset compressed; a second one none at all/],
  },
  {
    lacks: 'process that survives axe for long: it ends with a signal 11, most often in these journeys',
    journeys: [/^axe finds nothing: forced colours/, /^axe finds nothing in a gap/],
  },
  {
    lacks: 'way back into the page by Tab, after its last control',
    journeys: [
      /^asks by controls that the keyboard reaches/,
      /^every control of the alerts is reached by the keyboard/,
      /^at .* nothing has to be scrolled sideways, also with menus open, and all can be reached$/,
    ],
  },
];

/** What a journey with this title lacks in Firefox; undefined where it can go on there. */
export function firefoxLacks(title: string): string | undefined {
  return LIMITS.find(({ journeys }) => journeys.some((journey) => journey.test(title)))?.lacks;
}

/** Firefox writes of its own broken connections as if a script had thrown; no script can catch that. */
export function isFirefoxWord({ message }: Error): boolean {
  return /^(Firefox can’t establish a connection|The connection to) /.test(message);
}
