import IconPackage from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorPanel } from '../ErrorPanel.tsx'
import { InfoCard } from '../InfoCard.tsx'
import { MissingAnnotation } from '../MissingAnnotation.tsx'
import { Button } from '../primitives.ts'
import { Progress } from '../Progress.tsx'
import { ResponseErrorPanel } from '../ResponseErrorPanel.tsx'
import { SkeletonRows } from '../SkeletonRows.tsx'
import { StructuredMetadata } from '../StructuredMetadata.tsx'
import { WarningPanel } from '../WarningPanel.tsx'
import styles from './Gallery.module.css'
import { Card, Sample } from './Sample.tsx'

const failure = {
  message: 'No entity named component:default/orders was found',
  request: { method: 'GET', url: 'https://portal.example.com/api/catalog/entities/by-name/component/default/orders' },
  response: { statusCode: 404 },
  body: { error: { name: 'NotFoundError', message: 'No entity named component:default/orders was found' }, response: { statusCode: 404 } },
}

/** Panels for states and errors. */
export function PanelSamples() {
  return (
    <>
      <Sample name="Warnings">
        <div className={styles.columns}>
          <WarningPanel severity="info" title="This page shows yesterday's data">
            It is read anew every night.
          </WarningPanel>
          <WarningPanel
            title="This entity is not referenced by any location"
            action={
              <Button variant="default" size="xs">
                Delete entity
              </Button>
            }
          >
            It is therefore not receiving updates.
          </WarningPanel>
          <WarningPanel severity="error" title="The location could not be read" details="ENOTFOUND git.example.com">
            Its entities stay as they were an hour ago.
          </WarningPanel>
        </div>
      </Sample>
      <Sample name="A request that failed">
        <ResponseErrorPanel error={failure} onRetry={() => undefined} />
      </Sample>
      <Sample name="Something failed">
        <ErrorPanel
          title="The tasks could not be read"
          message="The rest of the page works."
          details={'Error: timeout\n  at read (tasks.ts:12)'}
          onRetry={() => undefined}
        />
      </Sample>
      <Sample name="Nothing here">
        <div className={styles.columns}>
          <Card>
            <EmptyState icon={<IconPackage size={28} aria-hidden />} title="No components yet" action={<Button>Register component</Button>}>
              Components appear here once a repository with a catalog-info.yaml is registered.
            </EmptyState>
          </Card>
          <Card>
            <EmptyState size="small" title="No links">
              Add links to the definition of the entity.
            </EmptyState>
          </Card>
        </div>
      </Sample>
      <Sample name="Missing annotation">
        <Card>
          <MissingAnnotation annotations={['backstage.io/kubernetes-id']} readMoreUrl="https://docs.example.com/kubernetes" />
        </Card>
      </Sample>
      <Sample name="Waiting">
        <div className={styles.columns}>
          <Card>
            <Progress />
            <SkeletonRows rows={4} />
          </Card>
          <Card>
            <Progress look="block" label="Reading the repository" />
          </Card>
        </div>
      </Sample>
      <Sample name="Facts">
        <div className={styles.narrow}>
          <InfoCard
            title="About"
            subtitle="Read an hour ago"
            action={
              <Button size="compact-xs" variant="default">
                Edit
              </Button>
            }
          >
            <StructuredMetadata
              facts={{ owner: 'team-checkout', tags: ['java', 'grpc'], limits: { cpu: 2, memory: '512 Mi' }, public: false }}
            />
          </InfoCard>
        </div>
      </Sample>
    </>
  )
}
