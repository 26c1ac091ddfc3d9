/** The annotations that the catalog itself writes or reads. */
export const annotations = {
  /** The file an entity is written in, as a location ref. */
  managedByLocation: 'backstage.io/managed-by-location',
  /** The registered location through which it was found, as a location ref. */
  managedByOriginLocation: 'backstage.io/managed-by-origin-location',
  /** The folder of the thing the entity stands for, as a location ref. */
  sourceLocation: 'backstage.io/source-location',
  /** Where people look at the entity's file. */
  viewUrl: 'backstage.io/view-url',
  /** Where people edit the entity's file. */
  editUrl: 'backstage.io/edit-url',
  /** `true` on an entity that nothing lists any more. */
  orphan: 'backstage.io/orphan',
} as const

/** Annotations that tie entities to other tools, for the plugins that speak with those. */
export const toolAnnotations = {
  techdocsRef: 'backstage.io/techdocs-ref',
  techdocsEntity: 'backstage.io/techdocs-entity',
  techdocsEntityPath: 'backstage.io/techdocs-entity-path',
  kubernetesId: 'backstage.io/kubernetes-id',
  kubernetesNamespace: 'backstage.io/kubernetes-namespace',
  kubernetesLabelSelector: 'backstage.io/kubernetes-label-selector',
  kubernetesCluster: 'backstage.io/kubernetes-cluster',
  ldapRdn: 'backstage.io/ldap-rdn',
  ldapUuid: 'backstage.io/ldap-uuid',
  ldapDn: 'backstage.io/ldap-dn',
  codeCoverage: 'backstage.io/code-coverage',
  githubProjectSlug: 'github.com/project-slug',
  githubTeamSlug: 'github.com/team-slug',
  githubUserLogin: 'github.com/user-login',
  githubUserId: 'github.com/user-id',
  gitlabProjectSlug: 'gitlab.com/project-slug',
  circleciProjectSlug: 'circleci.com/project-slug',
  jenkinsJobFullName: 'jenkins.io/job-full-name',
  sentryProjectSlug: 'sentry.io/project-slug',
  rollbarProjectSlug: 'rollbar.com/project-slug',
  sonarqubeProjectKey: 'sonarqube.org/project-key',
  gocdPipelines: 'gocd.org/pipelines',
  periskopServiceName: 'periskop.io/service-name',
  vaultSecretsPath: 'vault.io/secrets-path',
  microsoftTenantId: 'graph.microsoft.com/tenant-id',
  microsoftGroupId: 'graph.microsoft.com/group-id',
  microsoftUserId: 'graph.microsoft.com/user-id',
  googleEmail: 'google.com/email',
  microsoftEmail: 'microsoft.com/email',
  oktaEmail: 'okta.com/email',
} as const

/** The type of status items that report on processing. */
export const catalogProcessingStatusType = 'backstage.io/catalog-processing'
