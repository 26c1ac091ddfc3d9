import { buildAnnotations } from '@portico/builds/common'
import type { Integrations } from '@portico/integrations/server'
import type { JenkinsSection } from '../config.ts'
import type { BuildSystemEntry, BuildSystems } from './build-system.ts'

interface Dependencies {
  readonly integrations: Integrations
  /** The config as it is now. */
  readonly jenkins: () => JenkinsSection
}

/** The systems that the server asks: the portal's own, and those that plugins add. */
export function createBuildSystems({
  integrations,
  jenkins,
}: Dependencies): BuildSystems & { readonly systems: ReadonlyMap<string, BuildSystemEntry> } {
  const systems = new Map<string, BuildSystemEntry>()
  function add(entry: BuildSystemEntry): () => void {
    if (systems.has(entry.id)) throw new Error(`There are two build systems '${entry.id}'`)
    systems.set(entry.id, entry)
    return () => void systems.delete(entry.id)
  }
  add({
    id: 'github',
    annotation: buildAnnotations.github,
    open: async () => (await import('./github.ts')).createGithubSystem({ integrations }),
  })
  add({
    id: 'gitlab',
    annotation: buildAnnotations.gitlab,
    open: async () => (await import('./gitlab.ts')).createGitlabSystem({ integrations }),
  })
  add({
    id: 'jenkins',
    annotation: buildAnnotations.jenkins,
    open: async () => (await import('./jenkins.ts')).createJenkinsSystem({ integrations, section: jenkins }),
  })
  add({
    id: 'azure',
    annotation: buildAnnotations.azure,
    open: async () => (await import('./azure.ts')).createAzureSystem({ integrations }),
  })
  return { add, systems }
}
