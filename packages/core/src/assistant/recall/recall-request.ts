/** A request for recall. */
export interface RecallRequest {
  readonly userId: string;
  /** Null for a conversation that begins with this message. */
  readonly conversationId: string | null;
  readonly message: string;
  /** Whether to search other conversations: only when memory is on. */
  readonly elsewhere: boolean;
}
