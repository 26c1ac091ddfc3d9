import { useState, type Key } from 'react'
import { ChipList } from '../ChipList.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorPanel } from '../ErrorPanel.tsx'
import { Link } from '../Link.tsx'
import { useNumber } from '../locale.tsx'
import { Button } from '../primitives.ts'
import type { Column } from '../table/column.ts'
import { DataTable } from '../table/DataTable.tsx'
import type { TableFilter } from '../table/FilterPanel.tsx'
import { Card, Sample } from './Sample.tsx'
import { toServices, type SampleService } from './sample-data.ts'

const columns: readonly Column<SampleService>[] = [
  {
    title: 'Name',
    field: 'metadata.name',
    highlight: true,
    cell: row => <Link to={`/catalog/${row.metadata.name}`}>{row.metadata.name}</Link>,
  },
  { title: 'Owner', field: 'spec.owner', summary: true },
  { title: 'Type', field: 'spec.type', summary: true },
  { title: 'Lifecycle', field: 'spec.lifecycle' },
  { title: 'Description', field: 'metadata.description', grow: true },
  { title: 'Tags', field: 'metadata.tags', cell: row => <ChipList items={row.metadata.tags} max={2} maxLength={24} /> },
  { title: 'Requests', field: 'requests', align: 'end', cell: row => <Amount value={row.requests} /> },
]
/** A number as the language in use writes it. */
function Amount({ value }: { value: number }) {
  return useNumber()(value)
}

const filters: readonly TableFilter[] = [
  { type: 'multiple-select', column: 'Owner' },
  { type: 'multiple-select', column: 'Tags' },
  { type: 'select', column: 'Lifecycle' },
]
const few = toServices(8)
const many = toServices(120)
const thousands = toServices(10_000)
const key = (row: SampleService) => row.metadata.name

/** Tables in all their states. */
export function TableSamples() {
  const [selected, setSelected] = useState<ReadonlySet<Key>>(new Set(['cart-website']))
  const [page, setPage] = useState({ offset: 20, limit: 10 })
  return (
    <>
      <Sample name="Everything: search, filters, columns, export, selection, pages">
        <Card>
          <DataTable
            label="All services"
            title="Services"
            columns={columns}
            rows={many}
            rowKey={key}
            search
            filters={filters}
            savedState={{ filters: { Owner: ['team-checkout', 'team-data'] } }}
            paging={{ form: 'client' }}
            columnChooser
            exportName="services"
            selection={{ selected, onChange: setSelected }}
          />
        </Card>
      </Sample>
      <Sample name="Filters open">
        <Card>
          <DataTable
            label="Filtered services"
            title="Services"
            columns={columns.filter(({ grow }) => !grow)}
            rows={few}
            rowKey={key}
            search
            filters={filters}
            savedState={{ filtersOpen: true, filters: { Tags: ['java'] } }}
          />
        </Card>
      </Sample>
      <Sample name="Row actions, sorted, paged by offset">
        <Card>
          <DataTable
            label="Services by offset"
            remote
            columns={columns.slice(0, 3)}
            rows={few.slice(0, 3)}
            rowKey={key}
            savedState={{ sort: { column: 'Name', descending: true } }}
            paging={{ form: 'offset', ...page, count: 1234, onChange: setPage }}
            actions={() => (
              <Button size="compact-xs" variant="default">
                Refresh
              </Button>
            )}
          />
        </Card>
      </Sample>
      <Sample name="Paged by cursor">
        <Card>
          <DataTable
            label="Services by cursor"
            remote
            columns={columns.slice(0, 3)}
            rows={few.slice(0, 2)}
            rowKey={key}
            paging={{ form: 'cursor', onNext: () => undefined }}
          />
        </Card>
      </Sample>
      <Sample name="Ten thousand rows, drawn as they come into view">
        <Card>
          <DataTable label="Many services" title="Services" columns={columns} rows={thousands} rowKey={key} search />
        </Card>
      </Sample>
      <Sample name="Loading">
        <Card>
          <DataTable label="Loading services" title="Services" columns={columns.slice(0, 4)} rows={[]} rowKey={key} loading />
        </Card>
      </Sample>
      <Sample name="Loading again">
        <Card>
          <DataTable label="Services loading again" columns={columns.slice(0, 4)} rows={few.slice(0, 3)} rowKey={key} loading />
        </Card>
      </Sample>
      <Sample name="Empty, of itself and with content of its own">
        <Card>
          <DataTable label="No services" columns={columns} rows={[]} rowKey={key} />
          <DataTable
            label="No services yet"
            columns={columns}
            rows={[]}
            rowKey={key}
            empty={
              <EmptyState size="small" title="No services yet" action={<Button>Register service</Button>}>
                Services appear here once their repository is registered.
              </EmptyState>
            }
          />
        </Card>
      </Sample>
      <Sample name="Nothing matches">
        <Card>
          <DataTable
            label="Nothing found"
            title="Services"
            columns={columns}
            rows={few}
            rowKey={key}
            search
            savedState={{ search: 'zebra' }}
          />
        </Card>
      </Sample>
      <Sample name="Failing">
        <Card>
          <DataTable
            label="Failed services"
            title="Services"
            columns={columns}
            rows={[]}
            rowKey={key}
            error={<ErrorPanel title="Could not fetch catalog entities." onRetry={() => undefined} />}
          />
        </Card>
      </Sample>
    </>
  )
}
