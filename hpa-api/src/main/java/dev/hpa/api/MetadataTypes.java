package dev.hpa.api;

import java.io.IOException;

/** Passes over members of metadata whose values nobody wants, but whose types count. */
public final class MetadataTypes {

  private MetadataTypes() {}

  /**
   * Passes over a member of an object's metadata.
   *
   * @throws IOException with a text like upstream's if the value is not of the member's type
   */
  public static void skip(String member, JsonStream in) throws IOException {
    switch (member) {
      case "name", "generateName", "namespace", "selfLink", "uid", "resourceVersion" ->
          in.skipString();
      case "generation", "deletionGracePeriodSeconds" -> in.integer();
      case "creationTimestamp", "deletionTimestamp" -> in.time();
      case "labels", "annotations" -> in.skipStrings();
      case "finalizers" -> in.array(in::skipString);
      case "ownerReferences", "managedFields" -> in.array(() -> in.object(each -> in.skip()));
      default -> in.skip();
    }
  }

  /**
   * Passes over the metadata of a list.
   *
   * @throws IOException with a text like upstream's if a value is not of its member's type
   */
  public static void skipOfList(JsonStream in) throws IOException {
    in.object(
        member -> {
          switch (member) {
            case "selfLink", "resourceVersion", "continue" -> in.skipString();
            case "remainingItemCount" -> in.integer();
            default -> in.skip();
          }
        });
  }
}
