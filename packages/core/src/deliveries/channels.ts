/** The channels outside the app. */
export const outsideChannels = ['push', 'mail', 'webhook'] as const;
export type OutsideChannel = (typeof outsideChannels)[number];
