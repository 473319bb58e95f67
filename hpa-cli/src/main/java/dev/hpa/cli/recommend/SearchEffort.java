package dev.hpa.cli.recommend;

/**
 * How much is searched.
 *
 * @param seed the seed of the search
 * @param isQuick whether the busiest day is searched first, and the whole part only with the
 *     settings that are best there
 * @param budget the most settings to replay in a search that is not quick
 */
record SearchEffort(long seed, boolean isQuick, int budget) {

  /** Of each goal, the settings of the busiest day that are replayed in the whole part. */
  static final int SHORTLIST = 4;

  private static final int SCREENED = 144;
  private static final int REFINED = 30;

  /** The settings that are replayed in the busiest day. */
  int screened() {
    return SCREENED;
  }

  /**
   * The most settings to replay in the part to search.
   *
   * @param shortlist the number of settings that are known to be good; 0 without screening
   */
  int candidates(int shortlist) {
    return !isQuick ? budget : shortlist == 0 ? SCREENED : REFINED + shortlist;
  }
}
