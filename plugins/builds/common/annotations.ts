import { toolAnnotations, type Entity } from '@portico/catalog/common'

const azureProjectRepo = 'dev.azure.com/project-repo'

/** The annotations of the systems that the portal itself knows. */
export const buildAnnotations = {
  circleci: toolAnnotations.circleciProjectSlug,
  github: toolAnnotations.githubProjectSlug,
  gitlab: toolAnnotations.gitlabProjectSlug,
  jenkins: toolAnnotations.jenkinsJobFullName,
  azure: azureProjectRepo,
} as const

/** Whether an entity names a project of one of them. */
export function hasBuilds({ metadata }: Entity): boolean {
  return Object.values(buildAnnotations).some(name => metadata.annotations?.[name] !== undefined)
}
