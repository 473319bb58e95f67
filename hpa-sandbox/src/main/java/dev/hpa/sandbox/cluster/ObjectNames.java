package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.KubernetesVersion;
import java.util.List;
import java.util.random.RandomGenerator;

/** Names of new objects, generated from {@code metadata.generateName} where they have none. */
final class ObjectNames {

  /** Without vowels, so that suffixes do not form words. */
  private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

  private static final int SUFFIX_LENGTH = 5;

  /** The longest prefix of a generated name: a label has at most 63 characters. */
  private static final int PREFIX_LENGTH = 58;

  private ObjectNames() {}

  /** The name of a new object; a generated name is set in the metadata. */
  static String of(
      ResourceType type, ObjectNode metadata, KubernetesVersion release, RandomGenerator random) {
    String name = metadata.path("name").asText("");
    if (!name.isEmpty()) {
      return name;
    }
    String prefix = metadata.path("generateName").asText("");
    if (prefix.isEmpty()) {
      throw StatusException.invalid(
          type,
          "",
          List.of(
              StatusException.Cause.required("metadata.name", "name or generateName is required")));
    }
    boolean isCut = release.answersStrictly() && prefix.length() > PREFIX_LENGTH;
    String generated = (isCut ? prefix.substring(0, PREFIX_LENGTH) : prefix) + suffix(random);
    metadata.put("name", generated);
    return generated;
  }

  private static String suffix(RandomGenerator random) {
    StringBuilder suffix = new StringBuilder(SUFFIX_LENGTH);
    for (int i = 0; i < SUFFIX_LENGTH; i++) {
      suffix.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return suffix.toString();
  }
}
