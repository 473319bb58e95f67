package com.example.hpa.prometheus;

/** Shortens messages of the server to one line of limited length, for conditions. */
final class OneLine {

  private static final int MAX_LENGTH = 300;

  private OneLine() {}

  static String of(String text) {
    String line = text.strip().replaceAll("[\\s\\p{Cntrl}]+", " ");
    return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH) + "…";
  }
}
