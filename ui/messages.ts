import { defineMessages } from './text.tsx'

/** The words the kit says by itself. */
export const uiMessages = defineMessages('ui', {
  copy: 'Copy',
  copied: 'Text copied to clipboard',
  copyFailed: 'Could not copy',
  retry: 'Retry',
  showDetails: 'Show more details',
  hideDetails: 'Show less details',
  loading: 'Loading',
  noRecords: 'No records to display',
  statusOk: 'OK',
  statusWarning: 'Warning',
  statusError: 'Error',
  statusRunning: 'Running',
  statusPending: 'Pending',
  statusAborted: 'Aborted',
})
