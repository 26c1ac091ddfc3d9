import { apiDocsApi, type DefinitionVersion } from '@portico/api-docs/common'
import { compoundRefOf } from '@portico/catalog/common'
import { useEntity } from '@portico/catalog/web'
import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { Content, EmptyState, SkeletonRows, Stack, useDate } from '@portico/ui'
import { useChangesView } from './changes-view.ts'
import { Comparison } from './Comparison.tsx'
import { Consumers } from './Consumers.tsx'
import { changesMessages } from './messages.ts'
import { VersionBar } from './VersionBar.tsx'

/** How often a page asks whether the versions have been compared. */
const refreshMs = 4000

/** What changed between two versions of an API. */
export function ChangesTab() {
  return (
    <Content>
      <LoadedVersions />
    </Content>
  )
}

function LoadedVersions() {
  const text = useText()
  const params = { ...compoundRefOf(useEntity()) }
  const { data, error, refetch } = useQuery({
    ...query(apiDocsApi.listVersions, { params }),
    refetchInterval: ({ state }) => (state.data && isCounting(state.data.items) && state.dataUpdateCount < 10 ? refreshMs : false),
  })
  if (error && !data) return <RequestErrorPanel error={error} title={text(changesMessages.versionsFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={10} />
  return <Versions versions={data.items} />
}

/** The newest versions are counted in the background. */
function isCounting(versions: readonly DefinitionVersion[]): boolean {
  return versions.length > 1 && versions[0]!.counts === undefined && versions[0]!.format === undefined
}

function Versions({ versions }: { readonly versions: readonly DefinitionVersion[] }) {
  const text = useText()
  const dateTime = useDate()
  const view = useChangesView()
  const [only, previous] = versions
  if (!only) return <EmptyState title={text(changesMessages.noVersion)} />
  if (!previous) {
    const since = only.at === undefined ? '' : `${text(changesMessages.oneVersionSince, { date: dateTime(only.at) })} `
    return (
      <Stack>
        <EmptyState title={text(changesMessages.oneVersion)}>
          {since}
          {text(changesMessages.oneVersionHint)}
        </EmptyState>
        <Consumers />
      </Stack>
    )
  }
  const known = (id: string | undefined) => versions.find(version => version.id === id)
  const to = known(view.to) ?? only
  const from = known(view.from) ?? versions[versions.indexOf(to) + 1] ?? previous
  return (
    <Stack>
      <VersionBar versions={versions} from={from} to={to} />
      <Comparison key={`${from.id} ${to.id}`} from={from} to={to} />
    </Stack>
  )
}
