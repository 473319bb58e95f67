package dev.hpa.app.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Flags of one topic, each declared as a field. Not thread-safe. */
public class FlagGroup {

  private final List<Flag<?>> all = new ArrayList<>();

  FlagGroup() {}

  /** All flags of this group, in the order of their declaration. */
  public final List<Flag<?>> all() {
    return List.copyOf(all);
  }

  /** Declares a flag. */
  final <T> Flag<T> add(Flag<T> flag) {
    all.add(flag);
    return flag;
  }

  /** Declares all flags of another group. */
  final <G extends FlagGroup> G add(G group) {
    all.addAll(group.all());
    return group;
  }

  /** Declares a flag with a default, as {@link Flag#of}. */
  final <T> Flag<T> flag(String name, String label, FlagType<T> type, String preset, String help) {
    return add(Flag.of(name, label, type, preset, help));
  }

  /** Declares a flag without a default: a list is empty then, any other value absent. */
  final <T> Flag<T> optional(String name, String label, FlagType<T> type, String help) {
    return add(Flag.optional(name, label, type, help));
  }

  /** Declares a list of items separated by commas, empty unless it is given. */
  final Flag<List<String>> csv(String name, String label, String help) {
    return optional(name, label, FlagTypes.CSV, help);
  }

  /** Declares a list with one item for each time that the flag is given. */
  final Flag<List<String>> repeatable(String name, String label, String help) {
    return optional(name, label, FlagTypes.TEXTS, help);
  }

  /** Declares a text, empty unless it is given. */
  final Flag<String> text(String name, String label, String help) {
    return text(name, label, "", help);
  }

  final Flag<String> text(String name, String label, String preset, String help) {
    return flag(name, label, FlagTypes.TEXT, preset, help);
  }

  final Flag<Duration> duration(String name, String preset, String help) {
    return flag(name, "DURATION", FlagTypes.DURATION, preset, help);
  }

  final Flag<Integer> number(String name, String preset, String help) {
    return flag(name, "N", FlagTypes.INT32, preset, help);
  }

  /** Declares a boolean. */
  final Flag<Boolean> bool(String name, boolean preset, String help) {
    return add(Flag.of(name, "BOOL", FlagTypes.BOOL, String.valueOf(preset), help).attached());
  }

  /** Declares a boolean that is false by default, usually given without a value. */
  final Flag<Boolean> toggle(String name, String help) {
    return add(Flag.of(name, "", FlagTypes.BOOL, "false", help).attached());
  }
}
