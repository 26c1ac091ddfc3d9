/** What the portal itself uses of the router: more would be part of every portal's first page. */
export {
  Link,
  matchPath,
  matchRoutes,
  NavLink,
  Outlet,
  resolvePath,
  useHref,
  useLocation,
  useNavigate,
  useNavigation,
  useParams,
  useRoutes,
  useSearchParams,
} from 'react-router'
