import { CheckDocument, type Pack } from '@portico/scorecards/common'
import { stringify } from 'yaml'
import type { ScorecardsSection } from '../config.ts'
import { shippedPacks, type ShippedPack } from './shipped-packs.ts'

const documents = new Map<ShippedPack, readonly CheckDocument[]>()

function documentsOf(pack: ShippedPack): readonly CheckDocument[] {
  const known =
    documents.get(pack) ??
    pack.checks.map(({ name, title, description, ...spec }) =>
      CheckDocument.parse({
        apiVersion: 'portico/v1',
        kind: 'Check',
        metadata: { name, title, description },
        spec: { ...spec, owner: spec.owner ?? 'group:default/platform', pack: pack.name },
      }),
    )
  documents.set(pack, known)
  return known
}

const isChosen = (choice: ScorecardsSection['packs'][string] | undefined, name: string) =>
  choice === true || (choice?.includes(name) ?? false)

/** The checks of the packs that the config chooses. */
export function packChecks(
  packs: ScorecardsSection['packs'],
): { readonly pack: string; readonly document: CheckDocument; readonly text: string }[] {
  return shippedPacks.flatMap(pack =>
    documentsOf(pack)
      .filter(({ metadata }) => isChosen(packs[pack.name], metadata.name))
      .map(document => ({ pack: pack.name, document, text: stringify(document) })),
  )
}

/** All packs that come with the portal, and what of them is chosen. */
export function listPacks(packs: ScorecardsSection['packs']): Pack[] {
  return shippedPacks.map(pack => ({
    name: pack.name,
    title: pack.title,
    description: pack.description,
    isChosen: packs[pack.name] !== undefined,
    checks: documentsOf(pack).map(({ metadata: { name, title, description }, spec: { severity } }) => ({
      name,
      title,
      description,
      severity,
      isChosen: isChosen(packs[pack.name], name),
    })),
  }))
}
