package dev.hpa.api;

/** Replaces surrogates that are not part of a pair with U+FFFD, as Go's decoder does. */
final class LoneSurrogates {

  private LoneSurrogates() {}

  static String replace(String text) {
    StringBuilder sound = null;
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (!Character.isSurrogate(each)) {
        continue;
      }
      if (Character.isHighSurrogate(each)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        continue;
      }
      sound = sound == null ? new StringBuilder(text) : sound;
      sound.setCharAt(i, '\ufffd');
    }
    return sound == null ? text : sound.toString();
  }
}
