/**
 * Topics that processes broadcast: a log has grown, a run is to stop, a run is queued for an executor, events wait for rules,
 * or events of inboxes wait for delivery.
 */
export type RunTopic = `events ${string}` | `stop ${string}` | 'queued' | 'rule_events' | 'inbox_events';

/** Notifications about runs from all processes of the database. */
export interface RunNotifications {
  /**
   * Calls `listener` on each notification until the returned function is called.
   *
   * **Contract.** The change behind a notification has been committed. Notifications may be lost while the
   * connection is down; every listener is called once it is restored, and a subscriber that cannot wait that
   * long polls.
   */
  listen(topic: RunTopic, listener: () => void): () => void;
}
