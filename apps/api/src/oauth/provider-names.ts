export const providerNames = ['google', 'github'] as const;
export type ProviderName = (typeof providerNames)[number];
