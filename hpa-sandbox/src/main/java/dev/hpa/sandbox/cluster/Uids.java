package dev.hpa.sandbox.cluster;

import java.util.UUID;
import java.util.random.RandomGenerator;

/** Random UUIDs of version 4 from given random numbers, which may repeat them. */
public final class Uids {

  private static final long VERSION = 0xF000;
  private static final long VERSION_4 = 0x4000;
  private static final long VARIANT = 0xC000_0000_0000_0000L;
  private static final long VARIANT_OF_RFC = 0x8000_0000_0000_0000L;

  private Uids() {}

  /** The next UUID, in its canonical form. */
  public static String next(RandomGenerator random) {
    long high = (random.nextLong() & ~VERSION) | VERSION_4;
    long low = (random.nextLong() & ~VARIANT) | VARIANT_OF_RFC;
    return new UUID(high, low).toString();
  }
}
