package dev.hpa.kube.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LongListTest {

  private static LongList of(LongStream values) {
    LongList.Builder builder = new LongList.Builder();
    values.forEach(builder::add);
    return builder.build();
  }

  @Test
  void equalsAnyListOfTheSameValues() {
    List<Long> values = LongStream.range(-50, 50).boxed().toList();
    LongList list = of(LongStream.range(-50, 50));
    assertEquals(values, list);
    assertEquals(list, values);
    assertEquals(values.hashCode(), list.hashCode());
    assertEquals(List.of(), of(LongStream.empty()));
  }

  @Test
  void laterValuesDoNotChangeWhatWasBuilt() {
    LongList.Builder builder = new LongList.Builder();
    builder.add(1);
    LongList first = builder.build();
    builder.clear();
    builder.add(2);
    assertEquals(List.of(1L), first);
    assertEquals(List.of(2L), builder.build());
    assertEquals(1, builder.size());
  }

  @Test
  @Tag("security")
  void holdsManyValues() {
    LongList list = of(LongStream.range(0, 200_000));
    assertEquals(200_000, list.size());
    assertEquals(199_999L, list.getLast());
  }

  @Test
  void cannotBeChanged() {
    assertThrows(UnsupportedOperationException.class, () -> of(LongStream.of(1)).set(0, 2L));
    assertThrows(IndexOutOfBoundsException.class, () -> of(LongStream.of(1)).get(1));
  }
}
