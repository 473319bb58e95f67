package dev.hpa.controller.cache;

/** The order of resource versions. */
public final class Revisions {

  private Revisions() {}

  /** Whether one is later than another: numbers increase, others have no order. */
  public static boolean isLater(String revision, String than) {
    try {
      return Long.compareUnsigned(Long.parseUnsignedLong(revision), Long.parseUnsignedLong(than))
          > 0;
    } catch (NumberFormatException noNumber) {
      return false;
    }
  }
}
