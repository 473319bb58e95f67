package dev.hpa.sandbox.cluster;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Kubernetes order of version names: {@code v10}, {@code v2}, {@code v2beta1}, {@code
 * v1alpha3}, then all other names alphabetically.
 */
final class VersionOrder {

  static final Comparator<String> PREFERRED_FIRST =
      Comparator.comparing(VersionOrder::rank).reversed().thenComparing(Comparator.naturalOrder());

  private static final Pattern NAME =
      Pattern.compile("v([1-9][0-9]{0,8})(?:(alpha|beta)([1-9][0-9]{0,8}))?");

  private VersionOrder() {}

  private record Rank(int maturity, int major, int minor) implements Comparable<Rank> {

    private static final Comparator<Rank> ORDER =
        Comparator.comparingInt(Rank::maturity)
            .thenComparingInt(Rank::major)
            .thenComparingInt(Rank::minor);

    @Override
    public int compareTo(Rank other) {
      return ORDER.compare(this, other);
    }
  }

  private static Rank rank(String name) {
    Matcher parts = NAME.matcher(name);
    if (!parts.matches()) {
      return new Rank(0, 0, 0);
    }
    int major = Integer.parseInt(parts.group(1));
    if (parts.group(2) == null) {
      return new Rank(3, major, 0);
    }
    return new Rank(parts.group(2).equals("beta") ? 2 : 1, major, Integer.parseInt(parts.group(3)));
  }
}
