/** The caller that an operation needs. Specification: Endpoints, Authentication. */
export type Auth = 'none' | 'key' | 'session';

export interface SampleOperation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As in the specification, with `:id`. */
  readonly path: string;
  readonly auth: Auth;
  readonly success: 200 | 201 | 202;
  /** A valid body. */
  readonly body?: Record<string, unknown>;
  /** The resource of `:id`. */
  readonly resource?:
    | 'conversation'
    | 'file'
    | 'task'
    | 'memory'
    | 'key'
    | 'calendarFeed'
    | 'schedule'
    | 'reminder';
}

const password = 'correct horse battery';

/** Operations with a valid request for each. Redirects to identity providers have their own tests. */
export const operations: readonly SampleOperation[] = [
  { method: 'GET', path: '/api/health', auth: 'none', success: 200 },
  { method: 'POST', path: '/api/jarvis/chat', auth: 'key', success: 200, body: { message: 'Hello' } },
  { method: 'GET', path: '/api/conversations', auth: 'key', success: 200 },
  { method: 'POST', path: '/api/conversations', auth: 'key', success: 201, body: { title: 'Turin' } },
  { method: 'GET', path: '/api/conversations/:id', auth: 'key', success: 200, resource: 'conversation' },
  {
    method: 'PATCH',
    path: '/api/conversations/:id',
    auth: 'key',
    success: 200,
    body: { title: 'Milan' },
    resource: 'conversation',
  },
  {
    method: 'POST',
    path: '/api/conversations/:id/messages',
    auth: 'key',
    success: 201,
    body: { content: 'Hello' },
    resource: 'conversation',
  },
  { method: 'DELETE', path: '/api/conversations/:id', auth: 'key', success: 200, resource: 'conversation' },
  { method: 'GET', path: '/api/files/:id', auth: 'key', success: 200, resource: 'file' },
  { method: 'GET', path: '/api/files/:id/content', auth: 'key', success: 200, resource: 'file' },
  {
    method: 'POST',
    path: '/api/files/:id/finish',
    auth: 'key',
    success: 200,
    body: {},
    resource: 'file',
  },
  { method: 'DELETE', path: '/api/files/:id', auth: 'key', success: 200, resource: 'file' },
  { method: 'GET', path: '/api/tasks', auth: 'key', success: 200 },
  { method: 'POST', path: '/api/tasks', auth: 'key', success: 201, body: { title: 'Buy milk' } },
  {
    method: 'PATCH',
    path: '/api/tasks/:id',
    auth: 'key',
    success: 200,
    body: { status: 'done' },
    resource: 'task',
  },
  { method: 'DELETE', path: '/api/tasks/:id', auth: 'key', success: 200, resource: 'task' },
  { method: 'GET', path: '/api/schedules', auth: 'key', success: 200 },
  {
    method: 'POST',
    path: '/api/schedules',
    auth: 'key',
    success: 201,
    body: { prompt: 'What is due?', start: '2999-01-01T08:00' },
  },
  { method: 'GET', path: '/api/schedules/:id', auth: 'key', success: 200, resource: 'schedule' },
  {
    method: 'PATCH',
    path: '/api/schedules/:id',
    auth: 'key',
    success: 200,
    body: { title: 'Report' },
    resource: 'schedule',
  },
  {
    method: 'POST',
    path: '/api/schedules/:id/run',
    auth: 'key',
    success: 202,
    resource: 'schedule',
  },
  { method: 'GET', path: '/api/schedules/:id/runs', auth: 'key', success: 200, resource: 'schedule' },
  { method: 'DELETE', path: '/api/schedules/:id', auth: 'key', success: 200, resource: 'schedule' },
  {
    method: 'POST',
    path: '/api/time/occurrences',
    auth: 'key',
    success: 200,
    body: { start: '2999-01-01T08:00', timeZone: 'Europe/Rome', repeat: 'FREQ=DAILY' },
  },
  { method: 'POST', path: '/api/time/parse', auth: 'key', success: 200, body: { text: 'tomorrow at 9' } },
  { method: 'GET', path: '/api/time-settings', auth: 'key', success: 200 },
  { method: 'PATCH', path: '/api/time-settings', auth: 'session', success: 200, body: { dayTime: '08:00' } },
  { method: 'GET', path: '/api/reminders', auth: 'key', success: 200 },
  {
    method: 'POST',
    path: '/api/reminders',
    auth: 'key',
    success: 201,
    body: { title: 'Call Grace', date: '2999-01-01' },
  },
  {
    method: 'PATCH',
    path: '/api/reminders/:id',
    auth: 'key',
    success: 200,
    body: { snooze: '2998-01-01T08:00:00Z' },
    resource: 'reminder',
  },
  { method: 'DELETE', path: '/api/reminders/:id', auth: 'key', success: 200, resource: 'reminder' },
  { method: 'GET', path: '/api/notifications', auth: 'key', success: 200 },
  { method: 'GET', path: '/api/webhooks', auth: 'session', success: 200 },
  {
    method: 'POST',
    path: '/api/webhooks',
    auth: 'session',
    success: 200,
    body: { url: 'https://hooks.example.org/jarvis' },
  },
  { method: 'GET', path: '/api/deliveries', auth: 'session', success: 200 },
  { method: 'DELETE', path: '/api/deliveries', auth: 'session', success: 200 },
  { method: 'GET', path: '/api/memories', auth: 'session', success: 200 },
  {
    method: 'PATCH',
    path: '/api/memories/:id',
    auth: 'session',
    success: 200,
    body: { content: 'Prefers trains.' },
    resource: 'memory',
  },
  { method: 'DELETE', path: '/api/memories/:id', auth: 'session', success: 200, resource: 'memory' },
  { method: 'GET', path: '/api/web', auth: 'session', success: 200 },
  { method: 'DELETE', path: '/api/web', auth: 'session', success: 200 },
  { method: 'GET', path: '/api/keys', auth: 'session', success: 200 },
  { method: 'POST', path: '/api/keys', auth: 'session', success: 200, body: { name: 'Laptop' } },
  { method: 'DELETE', path: '/api/keys/:id', auth: 'session', success: 200, resource: 'key' },
  { method: 'GET', path: '/api/calendar-feeds', auth: 'session', success: 200 },
  { method: 'POST', path: '/api/calendar-feeds', auth: 'session', success: 201, body: { form: 'tasks' } },
  {
    method: 'DELETE',
    path: '/api/calendar-feeds/:id',
    auth: 'session',
    success: 200,
    resource: 'calendarFeed',
  },
  { method: 'GET', path: '/api/auth/session', auth: 'none', success: 200 },
  {
    method: 'POST',
    path: '/api/auth/register',
    auth: 'none',
    success: 201,
    body: { email: 'new@example.org', password, confirmPassword: password },
  },
  {
    method: 'POST',
    path: '/api/auth/login',
    auth: 'none',
    success: 200,
    body: { email: 'somebody@example.org', password },
  },
  {
    method: 'POST',
    path: '/api/auth/forgot',
    auth: 'none',
    success: 200,
    body: { email: 'somebody@example.org' },
  },
  {
    method: 'POST',
    path: '/api/auth/reset',
    auth: 'none',
    success: 200,
    body: { token: 'not-a-token', password, confirmPassword: password },
  },
  {
    method: 'PATCH',
    path: '/api/auth/profile',
    auth: 'session',
    success: 200,
    body: { displayName: 'Ada' },
  },
  { method: 'GET', path: '/api/auth/sessions', auth: 'session', success: 200 },
  { method: 'DELETE', path: '/api/auth/sessions', auth: 'session', success: 200 },
  { method: 'POST', path: '/api/auth/logout', auth: 'session', success: 200 },
];

export const nameOf = ({ method, path }: SampleOperation) => `${method} ${path}`;
