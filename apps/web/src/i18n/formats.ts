/** A formatter takes far longer to make than to use, so each is made once for a locale and its options. */
function once<Options, Format>(make: (locale: string, options: Options) => Format) {
  const made = new Map<string, Format>();
  return (locale: string, options: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const format = made.get(key) ?? make(locale, options);
    made.set(key, format);
    return format;
  };
}

export const dateFormat = once(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

export const relativeFormat = once(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

/** The time of day, with the date if it is not today's. */
export const stampText = (time: Date, now: Date, locale: string): string =>
  dateFormat(locale, {
    timeStyle: 'short',
    ...(time.toDateString() !== now.toDateString() && { dateStyle: 'medium' }),
  }).format(time);
