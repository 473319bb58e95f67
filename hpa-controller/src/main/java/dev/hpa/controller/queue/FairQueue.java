package dev.hpa.controller.queue;

import dev.hpa.api.NamespacedName;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A queue in which no tenant delays another by the amount of work it adds. A tenant is the object
 * that owns queued items.
 *
 * <p>Deficit round robin on two levels. Namespaces take turns of {@code quantum} items; in the turn
 * of a namespace one of its tenants is served, and the next one when it has no more, and the
 * tenants of a namespace take turns as well. So namespaces are served alike, whether one tenant or
 * many have their items. With N namespaces that have work and T tenants in the namespace of an
 * item, the item is served after at most N × T × quantum others, regardless of the number of queued
 * items. With a quantum above 1 a tenant with few items finishes in one turn, so that the average
 * wait is that of a FIFO queue. While so many namespaces have work that their turns together would
 * have more items than a round, turns are shorter, so that N namespaces of one party do not delay
 * the others N times as long as one.
 *
 * <p>Where items cost different amounts, a namespace is charged for them afterwards: it loses turns
 * while others wait.
 *
 * <p>Items of one tenant are served in the order they were added. Not thread-safe.
 */
public final class FairQueue<T> {

  private final int quantum;
  private final int round;
  private final LinkedHashMap<String, Namespace<T>> namespaces = new LinkedHashMap<>();
  private final Map<String, Long> debts = new HashMap<>();
  private int size;

  /** A queue in which each turn has one item. */
  public FairQueue() {
    this(1, 1);
  }

  /**
   * @param quantum the maximum number of items served in one turn, at least 1
   * @param round the number of items that one turn of each namespace with work has together, if
   *     there are not more namespaces; at least 1
   */
  public FairQueue(int quantum, int round) {
    this.quantum = quantum;
    this.round = round;
  }

  /** The items of a turn at present. */
  private int turn() {
    return Math.clamp(round / Math.max(1, namespaces.size()), 1, quantum);
  }

  /** An item and the tenant in whose turn it was taken. */
  public record Turn<T>(NamespacedName tenant, T item) {}

  private static final class Namespace<T> {
    final LinkedHashMap<String, Deque<T>> lines = new LinkedHashMap<>();
    int size;

    /** Items in its current turn. */
    int served;
  }

  /** Adds an item at the tail of the queue of a tenant. */
  public void add(NamespacedName tenant, T item) {
    Namespace<T> namespace =
        namespaces.computeIfAbsent(tenant.namespace(), any -> new Namespace<>());
    namespace.lines.computeIfAbsent(tenant.name(), any -> new ArrayDeque<>()).add(item);
    namespace.size++;
    size++;
  }

  /** Adds items at the head of the queue of a tenant and gives it the next turn. */
  public void addFirst(NamespacedName tenant, List<? extends T> items) {
    if (items.isEmpty()) {
      return;
    }
    Namespace<T> namespace = namespaces.get(tenant.namespace());
    namespaces.putFirst(tenant.namespace(), namespace == null ? new Namespace<>() : namespace);
    Namespace<T> first = namespaces.firstEntry().getValue();
    Deque<T> known = first.lines.get(tenant.name());
    Deque<T> line = known == null ? new ArrayDeque<>() : known;
    first.lines.putFirst(tenant.name(), line);
    items.reversed().forEach(line::addFirst);
    first.size += items.size();
    size += items.size();
  }

  /**
   * Counts work of a namespace as if further items of it had been served. Has no effect while
   * nothing is queued, because no other namespace waits then.
   *
   * @param items at least 0
   */
  public void charge(String namespace, long items) {
    if (size > 0 && items > 0) {
      debts.merge(namespace, items, Long::sum);
    }
  }

  /** Removes the next item; null if the queue is empty. */
  public @Nullable Turn<T> poll() {
    return poll(any -> true);
  }

  /**
   * Removes the next item of some namespaces; the others keep their turns.
   *
   * @param among whether a namespace is one of them
   * @return null if these have no items
   */
  public @Nullable Turn<T> poll(Predicate<String> among) {
    return take(first(each -> among.test(each.getKey())));
  }

  /**
   * Removes the next item that can be served; the namespaces of the others keep their turns.
   *
   * @param servable whether the next item of a namespace can be served
   * @return null if none can
   */
  public @Nullable Turn<T> pollServable(Predicate<T> servable) {
    return take(
        first(each -> servable.test(each.getValue().lines.firstEntry().getValue().element())));
  }

  private @Nullable Turn<T> take(Map.@Nullable Entry<String, Namespace<T>> next) {
    if (next == null) {
      return null;
    }
    Namespace<T> namespace = next.getValue();
    int turn = turn();
    Map.Entry<String, Deque<T>> first = namespace.lines.firstEntry();
    String name = first.getKey();
    Deque<T> line = first.getValue();
    T item = line.remove();
    namespace.size--;
    namespace.served++;
    size--;
    if (size == 0) {
      debts.clear();
    }
    if (line.isEmpty()) {
      namespace.lines.remove(name);
    }
    if (namespace.size == 0 || namespace.served >= turn) {
      endTurn(next.getKey(), namespace, name);
    }
    return new Turn<>(new NamespacedName(next.getKey(), name), item);
  }

  private Map.@Nullable Entry<String, Namespace<T>> first(
      Predicate<Map.Entry<String, Namespace<T>>> among) {
    skipIndebted();
    for (Map.Entry<String, Namespace<T>> each : namespaces.entrySet()) {
      if (among.test(each)) {
        return each;
      }
    }
    return null;
  }

  /** A turn that a namespace loses pays for as many items as a turn has. */
  private void skipIndebted() {
    while (namespaces.size() > 1) {
      String namespace = namespaces.firstEntry().getKey();
      long debt = debts.getOrDefault(namespace, 0L);
      if (debt < turn()) {
        return;
      }
      debts.put(namespace, debt - turn());
      Namespace<T> first = namespaces.firstEntry().getValue();
      first.served = 0;
      namespaces.putLast(namespace, first);
    }
  }

  private void endTurn(String namespaceName, Namespace<T> namespace, String tenant) {
    namespace.served = 0;
    Deque<T> rest = namespace.lines.remove(tenant);
    if (rest != null) {
      namespace.lines.put(tenant, rest);
    }
    namespaces.remove(namespaceName);
    if (namespace.size > 0) {
      namespaces.put(namespaceName, namespace);
    }
  }

  /** The number of queued items. */
  public int size() {
    return size;
  }

  /** Whether no item is queued. */
  public boolean isEmpty() {
    return size == 0;
  }

  /** The number of queued items of a namespace. */
  public int size(String namespace) {
    Namespace<T> found = namespaces.get(namespace);
    return found == null ? 0 : found.size;
  }

  /** The number of queued items of a tenant. */
  public int size(NamespacedName tenant) {
    Namespace<T> namespace = namespaces.get(tenant.namespace());
    Deque<T> line = namespace == null ? null : namespace.lines.get(tenant.name());
    return line == null ? 0 : line.size();
  }

  /** The number of queued items of the namespace that has the most. */
  public int longest() {
    return namespaces.values().stream().mapToInt(each -> each.size).max().orElse(0);
  }

  /** Removes the newest item of the longest queue of the namespace with the most items, if any. */
  public void removeFromLongest() {
    namespaces.entrySet().stream()
        .max(Comparator.comparingInt(each -> each.getValue().size))
        .ifPresent(each -> removeFromLongest(each.getKey(), each.getValue()));
  }

  private void removeFromLongest(String namespaceName, Namespace<T> namespace) {
    Map.Entry<String, Deque<T>> longest =
        namespace.lines.entrySet().stream()
            .max(Comparator.comparingInt(each -> each.getValue().size()))
            .orElseThrow();
    longest.getValue().removeLast();
    namespace.size--;
    size--;
    if (longest.getValue().isEmpty()) {
      namespace.lines.remove(longest.getKey());
    }
    if (namespace.size == 0) {
      namespaces.remove(namespaceName);
    }
  }

  /** Whether one of some namespaces has items. */
  public boolean hasAny(Predicate<String> among) {
    return namespaces.keySet().stream().anyMatch(among);
  }

  /** Removes and returns all items, in no particular order. */
  public List<T> drain() {
    return drain(any -> true);
  }

  /** Removes and returns all items of some namespaces, in no particular order. */
  public List<T> drain(Predicate<String> among) {
    List<T> all = new ArrayList<>();
    namespaces
        .entrySet()
        .removeIf(
            each -> {
              if (!among.test(each.getKey())) {
                return false;
              }
              each.getValue().lines.values().forEach(all::addAll);
              return true;
            });
    size -= all.size();
    return all;
  }
}
