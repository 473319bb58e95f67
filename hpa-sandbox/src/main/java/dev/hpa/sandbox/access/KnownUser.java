package dev.hpa.sandbox.access;

import java.util.ArrayList;
import java.util.List;

/**
 * A user whose token is settled from the start.
 *
 * @param token what requests bear
 */
public record KnownUser(User user, String token) {

  private static final String GROUP = "group=";

  /**
   * Reads {@code NAME=TOKEN}, with {@code ,group=GROUP} behind it as often as wanted; such a user
   * is in {@code system:authenticated}, too. Names and groups hold no commas, names no equals sign.
   *
   * @throws IllegalArgumentException when it is none, with a message that says what is expected
   */
  public static KnownUser parse(String text) {
    String[] parts = text.split(",", -1);
    int equal = parts[0].indexOf('=');
    if (equal < 1 || equal == parts[0].length() - 1) {
      throw new IllegalArgumentException("give NAME=TOKEN, then any number of ,group=GROUP");
    }
    List<String> groups = new ArrayList<>();
    for (int i = 1; i < parts.length; i++) {
      if (!parts[i].startsWith(GROUP) || parts[i].length() == GROUP.length()) {
        throw new IllegalArgumentException(
            "\"" + parts[i] + "\" is no group; write group=GROUP behind NAME=TOKEN");
      }
      groups.add(parts[i].substring(GROUP.length()));
    }
    return new KnownUser(
        User.authenticated(parts[0].substring(0, equal), "", groups),
        parts[0].substring(equal + 1));
  }

  /** Without the token. */
  @Override
  public String toString() {
    return user.toString();
  }
}
