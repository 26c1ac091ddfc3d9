import type { Action } from '../action.ts'
import type { ConfluenceSection, ScaffolderSection } from '../../config.ts'
import type { Repositories } from '@portico/integrations/server'
import { createBitbucketActions } from '../hosts/bitbucket-actions.ts'
import { createChangeRequestActions } from '../hosts/change-request-actions.ts'
import { createGerritActions } from '../hosts/gerrit-actions.ts'
import { createGitActions } from '../hosts/git-actions.ts'
import { createGithubActions } from '../hosts/github-actions.ts'
import { createGithubEnvironmentActions } from '../hosts/github-environment-actions.ts'
import { createGithubRepositoryActions } from '../hosts/github-repository-actions.ts'
import { createGitlabGroupActions } from '../hosts/gitlab-group-actions.ts'
import { createGitlabActions } from '../hosts/gitlab-actions.ts'
import { createPublishActions } from '../hosts/publish-actions.ts'
import { createArgocdActions } from './argocd-actions.ts'
import { createCatalogActions, type CatalogActionDependencies } from './catalog-actions.ts'
import { createConfluenceActions } from './confluence-action.ts'
import { fetchCookiecutter } from './cookiecutter-action.ts'
import { dataActions } from './data-actions.ts'
import { debugLog, debugWait } from './debug-actions.ts'
import { fetchPlain, fetchPlainFile, fetchTemplate, fetchTemplateFile } from './fetch-actions.ts'
import { approval, wait } from './flow-actions.ts'
import { fsDelete, fsReaddir, fsRename } from './fs-actions.ts'
import { createHttpActions, type HttpActionDependencies } from './http-actions.ts'
import { createProgramActions } from './program-actions.ts'
import { createSentryActions } from './sentry-actions.ts'
import { utilityActions } from './utility-actions.ts'

/** The actions that need nothing but a workspace: also the command line has them. */
export const localActions = [
  debugLog,
  debugWait,
  fetchPlain,
  fetchPlainFile,
  fetchTemplate,
  fetchTemplateFile,
  fetchCookiecutter,
  fsDelete,
  fsReaddir,
  fsRename,
  wait,
  approval,
  ...utilityActions,
  ...dataActions,
] as readonly Action[]

/** Every action that comes with the portal. */
export function createBuiltinActions(
  dependencies: CatalogActionDependencies &
    Omit<HttpActionDependencies, 'allowedMethods' | 'maxBytes'> & {
      readonly settings: () => ScaffolderSection
      readonly confluence: () => ConfluenceSection | undefined
      readonly repositories: Repositories
    },
): readonly Action[] {
  const { settings, confluence } = dependencies
  return [
    ...localActions,
    ...createCatalogActions(dependencies),
    ...createHttpActions({
      ...dependencies,
      allowedMethods: () => settings().http.allowedMethods,
      maxBytes: () => settings().http.maxMegabytes * 2 ** 20,
    }),
    ...createArgocdActions(() => settings().argocd),
    ...createSentryActions(() => settings().sentry),
    ...createConfluenceActions(confluence),
    ...createProgramActions(settings),
    ...createPublishActions(dependencies),
    ...createGitActions(dependencies),
    ...createGerritActions(dependencies),
    ...createChangeRequestActions(dependencies),
    ...createGithubActions(dependencies),
    ...createGithubEnvironmentActions(dependencies),
    ...createGithubRepositoryActions(dependencies),
    ...createGitlabGroupActions(dependencies),
    ...createGitlabActions(dependencies),
    ...createBitbucketActions(dependencies),
  ]
}
