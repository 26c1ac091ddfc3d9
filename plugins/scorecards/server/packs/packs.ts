import { CheckDocument, type Pack } from '@portico/scorecards/common'
import { stringify } from 'yaml'
import type { ScorecardsSection } from '../config.ts'
import type { ShippedPack } from './shipped-pack.ts'
import { shippedPacks } from './shipped-packs.ts'

function documentsOf(pack: ShippedPack, owner: string): CheckDocument[] {
  return pack.checks.map(({ name, title, description, ...spec }) =>
    CheckDocument.parse({
      apiVersion: 'portico/v1',
      kind: 'Check',
      metadata: { name, title, description },
      spec: { owner, ...spec, pack: pack.name },
    }),
  )
}

const isChosen = (choice: ScorecardsSection['packs'][string] | undefined, name: string) =>
  choice === true || (choice?.includes(name) ?? false)

/** The checks of the packs that the config chooses. */
export function packChecks({
  packs,
  owner,
}: Pick<ScorecardsSection, 'packs' | 'owner'>): { readonly pack: string; readonly document: CheckDocument; readonly text: string }[] {
  return shippedPacks.flatMap(pack =>
    documentsOf(pack, owner)
      .filter(({ metadata }) => isChosen(packs[pack.name], metadata.name))
      .map(document => ({ pack: pack.name, document, text: stringify(document) })),
  )
}

/** All packs that come with the portal, and what of them is chosen. */
export function listPacks({ packs, owner }: Pick<ScorecardsSection, 'packs' | 'owner'>): Pack[] {
  return shippedPacks.map(pack => ({
    name: pack.name,
    title: pack.title,
    description: pack.description,
    isChosen: packs[pack.name] !== undefined,
    checks: documentsOf(pack, owner).map(({ metadata: { name, title, description }, spec: { severity } }) => ({
      name,
      title,
      description,
      severity,
      isChosen: isChosen(packs[pack.name], name),
    })),
  }))
}
