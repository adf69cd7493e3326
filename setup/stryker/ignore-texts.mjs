import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const TEXTS = new Set(['description', 'title', 'summary']);

/** Texts for people may be worded in any way: no test should hold them to the letter. */
const texts = {
  shouldIgnore(path) {
    if (isText(path.node) || (path.isObjectExpression() && path.node.properties.every(isText))) {
      return 'a description in a schema: it admits and refuses nothing';
    }
    return undefined;
  },
};

function isText({ type, key }) {
  return type === 'ObjectProperty' && TEXTS.has(key.name);
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'texts', texts)];
