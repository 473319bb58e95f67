package com.example.hpa.prometheus;

/** Texts from outside, for a condition: one line, and not longer than people read. */
final class OneLine {

  private static final int LONGEST = 300;

  private OneLine() {}

  static String of(String text) {
    String line = text.strip().replaceAll("[\\s\\p{Cntrl}]+", " ");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }
}
