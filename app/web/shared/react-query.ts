/** What the portal itself uses of the query library: more would be part of every portal's first page. */
export { queryOptions, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
