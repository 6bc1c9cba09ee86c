/** What is looked for. */
export interface RecallRequest {
  readonly userId: string;
  /** Null for a conversation that begins with this message. */
  readonly conversationId: string | null;
  readonly message: string;
  /** Whether other conversations are searched, too: only when memory is on. */
  readonly elsewhere: boolean;
}
