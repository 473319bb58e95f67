package dev.hpa.kube.content;

import dev.hpa.api.JsonStream;
import java.io.IOException;

/** Skips metadata fields that are not needed and checks their types. */
public final class MetadataTypeCheck {

  private MetadataTypeCheck() {}

  /**
   * Skips a field of an object's metadata.
   *
   * @throws IOException with a message like client-go's if the value does not have the type of the
   *     field
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
   * Skips the metadata of a list.
   *
   * @throws IOException with a message like client-go's if a value does not have the type of its
   *     field
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
