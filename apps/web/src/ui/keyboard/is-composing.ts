interface Press {
  readonly nativeEvent: { readonly isComposing: boolean };
  readonly keyCode: number;
}

/**
 * Whether a key belongs to an input method, where Enter chooses a candidate. Safari ends the composition before it
 * reports that key, which then has this code.
 */
export const isComposing = ({ nativeEvent, keyCode }: Press): boolean =>
  nativeEvent.isComposing || keyCode === 229;
