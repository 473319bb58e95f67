package dev.hpa.sandbox.workload;

import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import java.util.Random;

/** Generates unused names with a suffix of 5 characters, reproducibly. */
final class PodNameGenerator {

  private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
  private static final int SUFFIX = 5;

  private final Cluster cluster;
  private final Random random = new Random(1);

  PodNameGenerator(Cluster cluster) {
    this.cluster = cluster;
  }

  String next(String namespace, String prefix) {
    while (true) {
      String name = prefix + suffix();
      if (cluster.find(ResourceTypes.PODS, new ObjectKey(namespace, name)) == null) {
        return name;
      }
    }
  }

  private String suffix() {
    StringBuilder suffix = new StringBuilder(SUFFIX);
    for (int i = 0; i < SUFFIX; i++) {
      suffix.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return suffix.toString();
  }
}
