import { CORE_SCHEMA, defineMappingTag, defineScalarTag, defineSequenceTag, load, mergeTag, YAMLException } from 'js-yaml'

const taggedMark = Symbol('tagged')

/** A value with a tag that is not YAML's own, such as `!!python/name:x` or `!ENV`. It is never evaluated. */
export interface TaggedValue {
  readonly [taggedMark]: true
  readonly tag: string
  readonly value: unknown
}

export function isTagged(value: unknown): value is TaggedValue {
  return typeof value === 'object' && value !== null && taggedMark in value
}

function tagged(tag: string, value: unknown): TaggedValue {
  return { [taggedMark]: true, tag: tag.startsWith(pythonPrefix) ? `python/${tag.slice(pythonPrefix.length)}` : tag, value }
}

const pythonPrefix = 'tag:yaml.org,2002:python/'
const loadOnly = { identify: () => false, matchByTagPrefix: true }

function tagsBelow(prefix: string) {
  return [
    defineScalarTag<TaggedValue>(prefix, { ...loadOnly, resolve: (source, _, tag) => tagged(tag, source) }),
    defineSequenceTag<{ tag: string; items: unknown[] }, TaggedValue>(prefix, {
      ...loadOnly,
      create: tag => ({ tag, items: [] }),
      addItem: ({ items }, item) => void items.push(item),
      finalize: ({ tag, items }) => tagged(tag, items),
    }),
    defineMappingTag<{ tag: string; pairs: Map<string, unknown> }, TaggedValue>(prefix, {
      ...loadOnly,
      create: tag => ({ tag, pairs: new Map() }),
      addPair: ({ pairs }, key, value) => (pairs.set(String(key), value), ''),
      has: ({ pairs }, key) => pairs.has(String(key)),
      keys: ({ value }) => Object.keys(value as object),
      get: ({ value }, key) => (value as Record<string, unknown>)[String(key)],
      finalize: ({ tag, pairs }) => tagged(tag, Object.fromEntries(pairs)),
    }),
  ]
}

const schema = CORE_SCHEMA.withTags(mergeTag, ...tagsBelow('!'), ...tagsBelow(pythonPrefix))
// Enough for any real file, and too few for one that expands exponentially by nested aliases.
const limits = { maxAliases: 1000, maxTotalMergeKeys: 10_000, maxDepth: 100 }

/** Reads YAML in which unknown tags are kept as values. A mistake is thrown as an error that names line and column. */
export function parseMkdocsYaml(text: string, name: string): unknown {
  try {
    return load(text, { schema, ...limits })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const place = error.mark ? `:${error.mark.line + 1}:${error.mark.column + 1}` : ''
    throw new Error(`${name}${place}: ${error.reason}`)
  }
}
