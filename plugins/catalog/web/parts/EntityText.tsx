import { EntityLink } from './EntityLink.tsx'

// Only kinds that are surely meant: addresses and ids of actions look like refs too.
const refs = /(?<![\w./:-])((?:api|component|domain|group|location|resource|system|template|user):[\w-]+\/[\w.-]*\w)/i

/** A text with links, by their titles, in the place of the entity refs that it has. */
export function EntityText({ children }: { readonly children: string }) {
  return children
    .split(refs)
    .map((part, at) =>
      at % 2 === 0 ? part : <EntityLink key={at} entity={part} defaultKind={part.slice(0, part.indexOf(':'))} hideIcon />,
    )
}
