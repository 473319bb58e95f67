package dev.hpa.cli.recommend;

/**
 * How much is searched.
 *
 * @param seed the seed of the search
 * @param isQuick whether the busiest day is searched first, and the whole part only with the
 *     settings that are best there
 * @param budget the most settings to replay; of a quick search in the busiest day
 */
record SearchEffort(long seed, boolean isQuick, int budget) {
  /** Of a quick search in the busiest day. */
  private static final int SCREENED = 144;

  /** As many further ones are replayed in the whole part. */
  private static final int REFINED = 30;

  /** Of several HPAs. */
  static SearchEffort quick(long seed) {
    return new SearchEffort(seed, true, SCREENED);
  }

  /** Of each goal, the settings of the busiest day that are replayed in the whole part. */
  int shortlist() {
    return budget < SCREENED ? 1 : 4;
  }

  /**
   * The most settings to replay in the part to search.
   *
   * @param shortlist the number of settings that are known to be good; 0 without screening
   */
  int candidates(int shortlist) {
    return shortlist == 0 ? budget : budget * REFINED / SCREENED + shortlist;
  }
}
