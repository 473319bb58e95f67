package dev.hpa.controller.shards;

/**
 * One of the parts into which the namespaces of a cluster are divided. Immutable.
 *
 * <p>Rendezvous hashing: a namespace belongs to the shard with the highest score for it. A change
 * of the number of shards from N to N+1 moves about one in N+1 namespaces, all of them to the new
 * shard.
 *
 * @param index from 0 to {@code count - 1}
 * @param count the number of shards, at least 1
 */
public record Shard(int index, int count) {

  /** The only shard of a controller without shards. */
  public static final Shard ONLY = new Shard(0, 1);

  /**
   * @throws IllegalArgumentException if the index or the count is out of range
   */
  public Shard {
    if (count < 1 || index < 0 || index >= count) {
      throw new IllegalArgumentException("shard %d of %d: out of range".formatted(index, count));
    }
  }

  /** The shard of a namespace: the same in every process and version. */
  public static Shard of(String namespace, int count) {
    if (count == 1) {
      return ONLY;
    }
    long hash = hash(namespace);
    int best = 0;
    long highest = score(hash, 0);
    for (int index = 1; index < count; index++) {
      long score = score(hash, index);
      if (Long.compareUnsigned(score, highest) > 0) {
        best = index;
        highest = score;
      }
    }
    return new Shard(best, count);
  }

  /** Whether a namespace belongs to this shard. */
  public boolean contains(String namespace) {
    return of(namespace, count).index == index;
  }

  /**
   * Whether a namespace may belong to both shards, of the same or of different counts. A namespace
   * of shard i of N is, with more shards, in shard i or in one that did not exist.
   */
  public boolean overlaps(Shard other) {
    Shard few = count < other.count ? this : other;
    Shard many = count < other.count ? other : this;
    return few.index == many.index || many.index >= few.count;
  }

  /** FNV-1a, 64 bits; {@link String#hashCode} has too few bits for thousands of namespaces. */
  static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }

  /** The finalizer of SplitMix64, which makes the scores of the shards independent. */
  static long score(long hash, int index) {
    long mixed = hash + (index + 1) * 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
