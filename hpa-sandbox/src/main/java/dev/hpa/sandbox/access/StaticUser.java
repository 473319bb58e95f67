package dev.hpa.sandbox.access;

import java.util.ArrayList;
import java.util.List;

/**
 * A user with a static token.
 *
 * @param token the bearer token
 */
public record StaticUser(User user, String token) {

  private static final String GROUP = "group=";

  /**
   * Parses {@code NAME=TOKEN} with any number of {@code ,group=GROUP} after it. The user is also in
   * {@code system:authenticated}. Names and groups must not contain commas, names no equals signs.
   *
   * @throws IllegalArgumentException with the expected format as message
   */
  public static StaticUser parse(String text) {
    String[] parts = text.split(",", -1);
    int equal = parts[0].indexOf('=');
    if (equal < 1 || equal == parts[0].length() - 1) {
      throw new IllegalArgumentException(
          "not a user; use NAME=TOKEN, followed by any number of ,group=GROUP");
    }
    List<String> groups = new ArrayList<>();
    for (int i = 1; i < parts.length; i++) {
      if (!parts[i].startsWith(GROUP) || parts[i].length() == GROUP.length()) {
        throw new IllegalArgumentException(
            "\"" + parts[i] + "\": not a group; use group=GROUP after NAME=TOKEN");
      }
      groups.add(parts[i].substring(GROUP.length()));
    }
    return new StaticUser(
        User.authenticated(parts[0].substring(0, equal), "", groups),
        parts[0].substring(equal + 1));
  }

  /** Does not contain the token. */
  @Override
  public String toString() {
    return user.toString();
  }
}
